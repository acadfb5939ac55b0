import brand from '../../../../brand/brand.json';

/** The installation's own links, partners and press. The values that ship are sample content. Source: requirements/website 1.4. */
interface Brand {
  readonly social: readonly { readonly name: string; readonly href: string }[];
  readonly partners: readonly { readonly name: string; readonly href: string }[];
  readonly press: readonly { readonly language: string; readonly title: string; readonly href: string }[];
}

export const { social, partners, press }: Brand = brand;

/** Whether the operator has yet to replace the sample content. */
export const isSample = (href: string): boolean => new URL(href).hostname === 'example.org';
