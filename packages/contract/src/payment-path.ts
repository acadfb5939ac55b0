/** The paths of the payment page: its id is that of a payment's record. They have a Content Security Policy of their own. */
export const isPaymentPath = (path: string): boolean => /^\/payment\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(path);
