declare module '*.md' {
  import type { LongText } from './pages/long-text.ts';

  const text: LongText;
  export = text;
}

declare module 'texts:*' {
  const bundles: Readonly<Record<string, object>>;
  export default bundles;
}

declare module 'brand:built' {
  export const film: import('./platform/brand.ts').OwnFilm | undefined;
  export const samples: readonly import('./platform/sample-rows.ts').SampleRow[];
}
