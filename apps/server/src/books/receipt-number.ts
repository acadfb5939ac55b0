/** The number of a receipt as it is printed: its year, and its place in it. Source: requirements/membership 9.4. */
export const receiptNumber = ({ year, number }: { readonly year: number; readonly number: number }): string =>
  `${year}-${`${number}`.padStart(6, '0')}`;
