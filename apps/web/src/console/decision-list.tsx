import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '../forms/form-alert.tsx';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import styles from './console.module.css';

/** What follows once something of the list has been decided, or has turned out not to be as it was read any more. */
export interface AfterDecision {
  readonly onDecided: () => void;
  readonly onChanged: () => void;
}

interface DecisionListProps<Item> {
  readonly title: string;
  readonly text: ReactNode;
  /** Shown where there is nothing. */
  readonly none: string;
  /** Undefined until it has loaded. */
  readonly items: readonly Item[] | undefined;
  readonly failure: unknown;
  readonly load: () => Promise<unknown>;
  /** Loads more of them; false where these are all. */
  readonly onMore?: (() => void) | false | undefined;
  /** Shows one of them, with its key. */
  readonly children: (item: Item, after: AfterDecision) => ReactNode;
}

/** A page of the console that lists what awaits a decision. */
export function DecisionList<Item>({ title, text, none, items, failure, load, onMore, children }: DecisionListProps<Item>) {
  const { t } = useTranslation('console');
  useTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const after = {
    // The form is gone, or begins again, afterwards: the work goes on at the top of the list.
    onDecided: () => void load().then(() => heading.current?.focus()),
    onChanged: () => void load(),
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{text}</p>
      <FormAlert failure={failure} invalid={false} />
      {items?.length === 0 && <p className={styles.card}>{none}</p>}
      {items?.map((item) => children(item, after))}
      {/* Once there is no more, the button is gone: the focus stays at its place. */}
      {onMore !== undefined && (
        <p ref={end} tabIndex={-1}>
          {onMore && (
            <Button
              onClick={() => {
                end.current?.focus();
                onMore();
              }}
            >
              {t('more')}
            </Button>
          )}
        </p>
      )}
    </>
  );
}
