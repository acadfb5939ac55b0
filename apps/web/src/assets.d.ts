declare module '*.md' {
  import type { LongText } from './pages/long-text.ts';

  const text: LongText;
  export = text;
}
