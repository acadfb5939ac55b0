/** The Content Security Policy of every document, as @fastify/helmet takes it. `style`: the hash of the pages' inline style sheet. */
export const pagePolicy = (style: string | undefined) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", ...(style ? [`'sha256-${style}'`] : [])],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'"],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", 'ws:', 'wss:'],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
    upgradeInsecureRequests: null,
    // No string becomes script, except the addresses of the service worker and of the worker that cuts pictures.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['service-worker', 'window-worker'],
  },
});

/** Where the payment provider's script and frames come from. Source: https://docs.stripe.com/security/guide, "Content Security Policy" */
const provider = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
};

/**
 * The policy of the payment page, the only one with hosts of the payment provider. The provider's script sets addresses of scripts from
 * strings, so trusted types are not required here. Source: requirements/membership 12.8
 */
export function paymentPolicy(style: string | undefined) {
  const { requireTrustedTypesFor: _, trustedTypes: __, ...directives } = pagePolicy(style).directives;
  return {
    useDefaults: false,
    directives: {
      ...directives,
      scriptSrc: [...directives.scriptSrc, ...provider.script],
      frameSrc: provider.frame,
      connectSrc: [...directives.connectSrc, ...provider.connect],
    },
  };
}
