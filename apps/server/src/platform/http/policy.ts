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
    // No string becomes script, except the addresses of the service worker, of the worker that cuts pictures, and of those of the guard.
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['service-worker', 'window-worker', 'guard-worker', 'detector-worker'],
  },
});

/**
 * The policies of the guard's workers, by the beginning of the names of their files. What looks at the picture of the partner reaches nothing; a
 * detector of the operator can load what stands beside it, and run WebAssembly. `origin`: without a trailing slash. Source: requirements/looking 3.2, 3.3
 */
export const workerPolicies = (origin: string): Readonly<Record<string, string>> => ({
  'guard-worker-': "default-src 'none'; frame-ancestors 'none'",
  'detector-worker-': `default-src 'none'; script-src ${origin}/guard/ 'wasm-unsafe-eval'; connect-src ${origin}/guard/; frame-ancestors 'none'`,
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
