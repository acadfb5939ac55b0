import type { AnswerOf } from '@unspoken/contract/call';
import { listCategories, saveCategories } from '@unspoken/contract/studio';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { CallError, call } from '../platform/api.ts';
import { freshID } from '../platform/fresh-id.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import { useTitle } from '../platform/use-title.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './categories.module.css';
import { type EditedCategory, edited, fresh, isChanged, moved, namesMissing, sent } from './category-changes.ts';
import { CategoryEntry } from './category-entry.tsx';

/** The rows of the catalogue: their order and their texts. */
export function Categories() {
  const { t } = useTranslation('console');
  const { answer, failure, load } = useLoaded(listCategories);
  const [turn, setTurn] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(t('parts.categories'));
  // The list begins again, and the work goes on at the top of it.
  const again = async (after: { readonly isSaved: boolean }) => {
    await load();
    setSaved(after.isSaved);
    setTurn((each) => each + 1);
    heading.current?.focus();
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('parts.categories')}
      </h1>
      <p>{t('categories.text')}</p>
      {isSaved && <Notice>{t('categories.saved')}</Notice>}
      <FormAlert failure={failure} invalid={false} />
      <div>{answer && <Editor key={turn} saved={answer} onEdit={() => setSaved(false)} onAgain={again} />}</div>
    </>
  );
}

interface EditorProps {
  readonly saved: AnswerOf<typeof listCategories>;
  readonly onEdit: () => void;
  readonly onAgain: (after: { readonly isSaved: boolean }) => Promise<void>;
}

function Editor({ saved, onEdit, onAgain }: EditorProps) {
  const { t } = useTranslation('console');
  const [list, setList] = useState(() => edited(saved.categories));
  const [position, setPosition] = useState('');
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const moving = useRef<HTMLElement>(null);
  const adding = useRef(false);
  const underWay = useRef(false);
  const changed = isChanged(list, saved.categories);
  const invalid = attempts > 0 && list.some((each) => namesMissing(each).length > 0);
  const blocker = useBlocker(changed);
  useBeforeUnload((event) => changed && event.preventDefault());

  const edit = (next: readonly EditedCategory[]) => {
    onEdit();
    setList(next);
  };
  const change = (category: EditedCategory) => edit(list.map((each) => (each.key === category.key ? category : each)));
  const move = (key: string, by: -1 | 1, name: string) => {
    const next = moved(list, key, by);
    if (next === list) return;
    moving.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    edit(next);
    const number = next.findIndex((each) => each.key === key) + 1;
    setPosition(t('categories.position', { name, number, all: next.length }));
  };
  // An element that is moved in the document loses the focus; a category that was added is named first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the list
  useLayoutEffect(() => {
    moving.current?.focus();
    if (adding.current) form.current?.querySelector<HTMLElement>('li:last-child input')?.focus();
    moving.current = null;
    adding.current = false;
  }, [list]);
  const add = () => {
    adding.current = true;
    edit([...list, fresh(freshID())]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt to save, not for each name that is written
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    const details = field?.closest('details');
    if (details) details.open = true;
    field?.focus();
  }, [attempts]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAttempts((each) => each + 1);
    if (underWay.current || list.some((each) => namesMissing(each).length > 0)) return;
    underWay.current = true;
    setFailure(undefined);
    try {
      await call(saveCategories, { body: { revision: saved.revision, categories: sent(list) } });
      await onAgain({ isSaved: true });
    } catch (error) {
      setFailure(error);
    } finally {
      underWay.current = false;
    }
  };
  const isStale = failure instanceof CallError && failure.code === 'categories_changed';
  return (
    <form ref={form} className={styles.form} onSubmit={save} noValidate>
      <FormAlert failure={failure} invalid={invalid}>
        {isStale && (
          <div className={styles.stale}>
            <p>{t('categories.stale')}</p>
            <Button onClick={() => void onAgain({ isSaved: false })}>{t('categories.reload')}</Button>
          </div>
        )}
      </FormAlert>
      <ol className={styles.list}>
        {list.map((category, index) => (
          <CategoryEntry
            key={category.key}
            {...{ category, index }}
            isLast={index === list.length - 1}
            missing={attempts > 0 ? namesMissing(category) : []}
            onChange={change}
            onMove={move}
          />
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {position}
      </p>
      <div className={forms.buttons}>
        <Button onClick={add}>{t('categories.add')}</Button>
      </div>
      {changed && (
        <div className={styles.unsaved}>
          <p role="status">{t('categories.unsaved')}</p>
          <div className={forms.buttons}>
            {/* Never disabled, so that it keeps the focus; a second press is ignored. */}
            <Button type="submit" look="primary">
              {t('categories.save')}
            </Button>
            <Button look="quiet" onClick={() => void onAgain({ isSaved: false })}>
              {t('categories.discard')}
            </Button>
          </div>
        </div>
      )}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('categories.leaveTitle')}
          text={t('categories.leaveText')}
          yes={t('categories.leave')}
          no={t('categories.stay')}
          closeLabel={t('categories.stay')}
          onYes={() => blocker.proceed()}
          onNo={() => blocker.reset()}
        />
      )}
    </form>
  );
}
