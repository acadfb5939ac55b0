import type { ReactNode } from 'react';

/** What there is of one name. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One thing in one state, and how that is called. */
export function Shown({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <figure>
      <div>{children}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}

export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[];
