import brand from '../../../../brand/brand.json';

/** Whose installation this is: links, partners and press. What ships is sample content. Source: requirements/website 1.4. */
interface Brand {
  readonly social: readonly { readonly name: string; readonly href: string }[];
  readonly partners: readonly { readonly name: string; readonly href: string }[];
  readonly press: readonly { readonly language: string; readonly title: string; readonly href: string }[];
}

export const { social, partners, press }: Brand = brand;

/** Whether somebody has still to put something real in its place. */
export const isSample = (href: string): boolean => new URL(href).hostname === 'example.org';
