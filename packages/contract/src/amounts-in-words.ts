/** Cents of euro as a language writes them; whole euros without decimals. `locale` is a BCP 47 tag. */
export const euros = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    ...{ style: 'currency', currency: 'EUR' },
    ...(cents % 100 === 0 && { maximumFractionDigits: 0 }),
  }).format(cents / 100);
