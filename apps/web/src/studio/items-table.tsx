import type { Language } from '@unspoken/contract/languages';
import { memo, useCallback, useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { addItem, type EditorDocument, type Item, moveItem } from './document.ts';
import type { Finding } from './findings.ts';
import { ItemRow } from './item-row.tsx';
import styles from './items.module.css';
import { itemsShown } from './items-shown.ts';
import type { Apply } from './use-draft.ts';

interface ItemsTableProps {
  readonly items: EditorDocument['items'];
  /** The number of the item that would be added next. */
  readonly next: number;
  readonly language: Language;
  readonly sourceLanguage: Language;
  readonly findingsOf: ReadonlyMap<string | undefined, readonly Finding[]>;
  /** A moved item takes all later ones of its phase with it. */
  readonly withLater: boolean;
  readonly apply: Apply;
}

const kinds = { intro: ['text'], connection: ['text', 'microphone'] } as const;

/** What happens when: one line for each instant, by phase. All of it works by keyboard. */
export const ItemsTable = memo(function ItemsTable(props: ItemsTableProps) {
  const { items, next, withLater, apply, findingsOf, language, sourceLanguage } = props;
  const { t } = useTranslation('studio');
  // The line that is worked on changes at once; the others that move with it follow when the browser has time.
  const settled = useDeferredValue(items);
  const [moved, setMoved] = useState<string>();
  const shown = itemsShown(items, settled, moved);
  const focus = useRef<string>(undefined);
  // A line that was sorted elsewhere, added or removed: the focus goes on where the work does.
  useLayoutEffect(() => {
    const wanted = focus.current && document.getElementById(focus.current);
    focus.current = undefined;
    if (wanted && document.activeElement !== wanted) wanted.focus();
  });
  const onMove = useCallback(
    (id: string, time: number) => {
      // Left for another field: the focus stays there.
      if (document.activeElement?.id === `${id}-time`) focus.current = `${id}-time`;
      setMoved(id);
      apply((each) => moveItem(each, id, time, withLater), `${id} time`);
    },
    [apply, withLater],
  );
  const list = useRef(items);
  list.current = items;
  const onRemove = useCallback((id: string) => {
    const [index, all] = [list.current.findIndex((each) => each.id === id), list.current];
    const neighbour = all[index + 1] ?? all[index - 1];
    focus.current = neighbour ? `${neighbour.id}-time` : 'add-text-intro';
  }, []);
  const add = (kind: Item['kind'], phase: 'intro' | 'connection') => {
    focus.current = kind === 'text' ? `item-${next}-0` : `item-${next}-time`;
    apply((each) => addItem(each, kind, phase));
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('items.time')}</th>
          <th scope="col">{t('person', { number: 1 })}</th>
          <th scope="col">{t('person', { number: 2 })}</th>
          <th scope="col">
            <span className="visually-hidden">{t('items.acts')}</span>
          </th>
        </tr>
      </thead>
      {(['intro', 'connection'] as const).map((phase) => (
        <tbody key={phase}>
          <tr>
            <th colSpan={4} scope="rowgroup">
              {t(`phases.${phase}`)}
            </th>
          </tr>
          {shown
            .filter((item) => item.phase === phase)
            .map((item) => (
              <ItemRow
                key={item.id}
                {...{ item, language, sourceLanguage, apply, onMove, onRemove }}
                findings={findingsOf.get(item.id)}
              />
            ))}
          <tr>
            <td colSpan={4} className={styles.add}>
              {kinds[phase].map((kind) => (
                <Button key={kind} id={`add-${kind}-${phase}`} onClick={() => add(kind, phase)}>
                  {t(`items.add.${kind}`)}
                </Button>
              ))}
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
});
