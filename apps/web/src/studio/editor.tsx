import type { Language } from '@unspoken/contract/languages';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useConfiguration } from '../platform/use-configuration.ts';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { CheckPanel } from './check-panel.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { documentOf, scriptIn } from './document.ts';
import styles from './editor.module.css';
import { provenFiles } from './files/file-library.ts';
import { useFiles } from './files/use-files.tsx';
import { type Finding, findingsIn } from './findings.ts';
import { FrameFields } from './frame-fields.tsx';
import { InviteColleague } from './invite-colleague.tsx';
import { ItemsTable } from './items-table.tsx';
import { KeepingStatus } from './keeping-status.tsx';
import { LanguageOptions } from './language-options.tsx';
import { Preview } from './preview.tsx';
import { SoundsPart } from './sounds-part.tsx';
import { Timeline } from './timeline.tsx';
import { type OpenedDraft, useDraft } from './use-draft.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { writtenTime } from './written-time.ts';

const none: readonly Finding[] = [];

/** Writes an experience: the timeline, the table, both seats, and what is still missing. */
export function Editor({ type, opened }: { readonly type: string; readonly opened: OpenedDraft }) {
  const { t } = useTranslation('studio');
  const { durations } = useConfiguration();
  const navigate = useNavigate();
  const { document: current, apply, keeper, keeping, ...history } = useDraft(type, opened);
  const [experience, setExperience] = useState(opened.experience);
  const { frame, items } = current;
  const [chosen, setChosen] = useState<Language>(frame.sourceLanguage);
  const language = frame.languages.includes(chosen) ? chosen : frame.sourceLanguage;
  const [withLater, setWithLater] = useState(false);
  const [isFrameOpen, setFrameOpen] = useState(!frame.description[frame.sourceLanguage]);
  // Drawn and proved after the letter that was typed is on the screen.
  const settled = useDeferredValue(current);
  const written = useMemo(() => scriptIn(settled), [settled]);
  const { script } = written;
  const { own } = useFiles();
  const files = useMemo(() => provenFiles(own), [own]);
  const findings = useMemo(() => findingsIn(settled.items, written, files, durations), [settled, written, files, durations]);
  const findingsOf = useMemo(() => Map.groupBy(findings, ({ item }) => item), [findings]);

  const goTo = useCallback((id: string) => {
    const field = window.document.getElementById(id);
    field?.closest('details')?.setAttribute('open', '');
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }, []);
  const onFinding = useCallback(
    (finding: Finding) => {
      if (finding.language) setChosen(finding.language);
      if (finding.item) return goTo(`${finding.item}-${finding.seat ?? 'time'}`);
      const [place = ''] = finding.place.split('.');
      if (finding.rule === 'SCR-4') return goTo('add-text-intro');
      goTo(place === 'name' || place === 'description' ? `frame-${place}` : place);
    },
    [goTo],
  );
  const placeOf = useCallback(
    (finding: Finding): string => {
      const item = settled.items.find(({ id }) => id === finding.item);
      if (!item) return t(`places.${finding.place.split('.')[0] ?? ''}`, { defaultValue: '' });
      return t('places.item', { phase: t(`phases.${item.phase}`), time: writtenTime(item.time) });
    },
    [settled.items, t],
  );
  useUndoKeys(history.undo, history.redo);
  return (
    <div className={styles.editor}>
      <header className={styles.bar}>
        <p>
          <Link to="/studio">{t('back')}</Link>
        </p>
        <h1>{frame.name[frame.sourceLanguage] || experience.name}</h1>
        <KeepingStatus keeping={keeping} onRetry={() => void keeper.flush()} />
        <span className={styles.history}>
          <Button disabled={!history.canUndo} onClick={history.undo} aria-keyshortcuts="Control+Z">
            {t('undo')}
          </Button>
          <Button disabled={!history.canRedo} onClick={history.redo} aria-keyshortcuts="Control+Shift+Z">
            {t('redo')}
          </Button>
        </span>
      </header>
      {keeping.state === 'conflict' && (
        <ConflictPanel
          mine={scriptIn(current).script}
          theirs={keeping.theirs.script}
          onMine={() => void keeper.resolve(scriptIn(current).script)}
          onTheirs={() => {
            const { script: other } = keeping.theirs;
            apply((document) => documentOf(other, document.next));
            void keeper.resolve(other);
          }}
        />
      )}
      <Timeline items={settled.items} script={script} files={files} onChoose={(id) => goTo(`${id}-time`)} />
      <div className={styles.columns}>
        <div className={styles.writing}>
          <details open={isFrameOpen} onToggle={({ currentTarget }) => setFrameOpen(currentTarget.open)}>
            <summary>{t('frame.title')}</summary>
            <FrameFields {...{ frame, language, apply }} findings={findingsOf.get(undefined) ?? none} />
          </details>
          <div className={styles.tools}>
            <Select label={t('language')} value={language} onChange={({ target }) => setChosen(target.value as Language)}>
              <LanguageOptions languages={frame.languages} />
            </Select>
            <label className={styles.later}>
              <input type="checkbox" checked={withLater} onChange={({ target }) => setWithLater(target.checked)} />
              {t('items.withLater')}
            </label>
          </div>
          <ItemsTable
            {...{ items, language, findingsOf, withLater, apply }}
            next={current.next}
            sourceLanguage={frame.sourceLanguage}
          />
          <SoundsPart {...{ frame, language, apply }} findings={findingsOf.get(undefined) ?? none} />
        </div>
        <aside className={styles.side}>
          <Preview script={script} language={language} />
          <p>
            <Button
              onClick={async () => {
                // The rehearsal reads what is saved.
                await keeper.flush();
                await navigate(`/studio/rehearse/${type}`);
              }}
            >
              {t('rehearse.title')}
            </Button>
          </p>
          <InviteColleague experience={experience} keeper={keeper} />
          <CheckPanel {...{ experience, findings, placeOf, onFinding, keeper }} onChanged={setExperience} />
        </aside>
      </div>
    </div>
  );
}
