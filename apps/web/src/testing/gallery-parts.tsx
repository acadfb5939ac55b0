import type { ReactNode } from 'react';

/** All examples of one component. */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** One example in one state, with its label. */
export function Shown({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <figure>
      <div>{children}</div>
      <figcaption>{name}</figcaption>
    </figure>
  );
}

export const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>) => Object.keys(record) as K[];
