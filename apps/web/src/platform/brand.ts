import { film as builtFilm, samples as builtSamples } from 'brand:built';
import type { Language } from '@unspoken/contract/languages';
import brand from '../../../../brand/brand.json';
import type { SampleRow } from './sample-rows.ts';

/** The installation's own links, partners and press. The values that ship are sample content. Source: requirements/website 1.4. */
interface Brand {
  readonly social: readonly { readonly name: string; readonly href: string }[];
  readonly partners: readonly { readonly name: string; readonly href: string }[];
  readonly press: readonly { readonly language: string; readonly title: string; readonly href: string }[];
}

/** The addresses of the operator's film and of what belongs to it. */
export interface OwnFilm {
  readonly videos: readonly { readonly src: string; readonly type: string }[];
  readonly poster: string | undefined;
  readonly captions: readonly { readonly src: string; readonly language: Language }[];
}

export const { social, partners, press }: Brand = brand;

/** Undefined if the operator has no film of their own. */
export const film: OwnFilm | undefined = builtFilm;

/** The rows that the operator has yet to replace. */
export const samples: readonly SampleRow[] = builtSamples;
