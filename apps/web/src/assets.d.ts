declare module '*.md' {
  import type { LongText } from './pages/long-text.ts';

  const text: LongText;
  export = text;
}

declare module 'texts:push' {
  const texts: Readonly<Record<string, import('./notifications/push-texts.ts').PushTexts>>;
  export default texts;
}

declare module 'texts:*' {
  const bundles: Readonly<Record<string, object>>;
  export default bundles;
}

declare module 'brand:built' {
  export const film: import('./platform/brand.ts').OwnFilm | undefined;
  export const samples: readonly import('./platform/sample-rows.ts').SampleRow[];
}
