import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const locales = join(import.meta.dirname, '..', '..', 'locales');

// Each is the label that the law, or its transposition, gives. Source: requirements/membership 8.2 to 8.7.
test.each([
  ['en', 'Order with obligation to pay'],
  ['de', 'Zahlungspflichtig bestellen'],
  ['fr', 'Commande avec obligation de paiement'],
  ['it', 'Ordine con obbligo di pagare'],
  ['es', 'Pedido con obligación de pago'],
  ['pt', 'Encomenda com obrigação de pagar'],
])('[MEM-35] the order button carries, in %s, nothing but "%s"', (language, label) => {
  const { payment } = JSON.parse(readFileSync(join(locales, language, 'membership.json'), 'utf8'));
  expect(payment.order.subscription).toBe(label);
});
