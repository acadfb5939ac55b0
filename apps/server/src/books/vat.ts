/**
 * The value added tax that a gross amount contains, in whole cents of the sign of the amount. A rate is in basis points: 1,900 are 19 %.
 * The net amount is what is rounded, so that net and tax always add up to the price that was chosen. Source: requirements/membership 9.1.
 */
export function vatIn(grossCents: number, basisPoints: number): number {
  const gross = Math.abs(grossCents);
  const vat = gross - Math.round((gross * 10_000) / (10_000 + basisPoints));
  return grossCents < 0 ? 0 - vat : vat;
}
