import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Name extends string> {
  /** What the tabs are about. */
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly title: string; readonly content: ReactNode }[];
}

/** How far each key moves among the tabs; the list is a circle. Source: ARIA Authoring Practices, Tabs. */
const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs that show one of several panels; arrow keys choose among them. Only the content of the chosen one exists. */
export function Tabs<Name extends string>({ label, tabs }: TabsProps<Name>) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const to = steps[event.key]?.(chosen, tabs.length);
    if (to === undefined) return;
    event.preventDefault();
    setChosen(to);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ name, title }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}-tab`}
            aria-controls={`${id}-${name}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ name, content }, index) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-${name}-tab`}
          hidden={index !== chosen}
          className={styles.panel}
        >
          {index === chosen && content}
        </div>
      ))}
    </>
  );
}
