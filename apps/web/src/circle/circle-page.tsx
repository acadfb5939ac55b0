import { answerGuest, type Friend, listFriends, noteFriend, removeFriend } from '@unspoken/contract/circle';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { peopleCount } from '../encounters/current.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { call } from '../platform/api.ts';
import { useObservable } from '../platform/observable.ts';
import { useLoaded } from '../platform/use-loaded.ts';
import profile from '../profile/profile.module.css';
import { refreshSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { AskButton } from './ask-button.tsx';
import styles from './circle.module.css';

type Removal = { readonly friend: Friend; readonly block: boolean };

/** /account/circle: the user's matches, by first name; each can be given a note, removed and blocked. */
export default function CirclePage() {
  const { t } = useTranslation('circle');
  const { answer, failure, setFailure, load } = useLoaded(listFriends);
  useFreshPresence(load);
  const friends = answer?.friends;
  const [removal, setRemoval] = useState<Removal>();
  const remove = ({ friend, block }: Removal) => {
    setRemoval(undefined);
    const body = { friendID: friend.friendID, block: block ? ('true' as const) : ('false' as const) };
    void call(removeFriend, { body }).then(() => Promise.all([load(), refreshSession()]), setFailure);
  };
  return (
    <main className={profile.profile}>
      <h1>{t('title')}</h1>
      <p>{t('text')}</p>
      <FormAlert failure={failure} invalid={false} />
      {friends === undefined && failure === undefined && <p role="status">{t('loading')}</p>}
      {friends?.length === 0 && <p className={profile.card}>{t('none')}</p>}
      {answer?.guests.map(({ guestID, since }) => (
        <FormerGuest
          key={guestID}
          guestID={guestID}
          since={since}
          onAnswered={() => void Promise.all([load(), refreshSession()])}
        />
      ))}
      <ul className={styles.friends}>
        {friends?.map((friend) => (
          <Entry key={friend.friendID} friend={friend} onRemove={(block) => setRemoval({ friend, block })} />
        ))}
      </ul>
      {removal && <Confirm removal={removal} onYes={() => remove(removal)} onClose={() => setRemoval(undefined)} />}
    </main>
  );
}

/** Reads the circle again when one of it comes or goes, so that "here now" is true. */
function useFreshPresence(load: () => Promise<void>): void {
  const here = useObservable(peopleCount)?.myCircle;
  const last = useRef(here);
  useEffect(() => {
    // Without a connection there is nothing to compare, and nobody to ask.
    if (here === undefined) return;
    if (last.current !== undefined && last.current !== here) void load();
    last.current = here;
  }, [here, load]);
}

function Entry({ friend, onRemove }: { readonly friend: Friend; readonly onRemove: (block: boolean) => void }) {
  const { t, i18n } = useTranslation('circle');
  const name = friend.firstName || t('nameless');
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(friend.since);
  return (
    <li className={profile.card}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <p className={friend.online ? styles.here : styles.away}>{t(friend.online ? 'online' : 'offline')}</p>
      </div>
      <p className={profile.note}>{t('since', { when })}</p>
      {friend.online && <AskButton friend={friend} />}
      <Note friend={friend} name={name} />
      <div className={styles.actions}>
        <Button look="quiet" aria-label={t('removeNamed', { name })} onClick={() => onRemove(false)}>
          {t('remove')}
        </Button>
        <Button look="quiet" aria-label={t('blockNamed', { name })} onClick={() => onRemove(true)}>
          {t('block')}
        </Button>
      </div>
    </li>
  );
}

function Note({ friend, name }: { readonly friend: Friend; readonly name: string }) {
  const { t } = useTranslation('circle');
  const [kept, setKept] = useState(friend.note);
  const [note, setNote] = useState(friend.note);
  const [failure, setFailure] = useState<unknown>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    call(noteFriend, { body: { friendID: friend.friendID, note } }).then(() => setKept(note), setFailure);
  };
  return (
    <form className={styles.note} onSubmit={save}>
      <FormAlert failure={failure} invalid={false} />
      <Field
        label={t('note', { name })}
        hint={t('noteHint')}
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
      {note !== kept && (
        <Button type="submit" aria-label={t('saveNote', { name })}>
          {t('save')}
        </Button>
      )}
      <p role="status" className={profile.note}>
        {note === kept && kept !== friend.note ? t('saved') : ''}
      </p>
    </form>
  );
}

function Confirm({
  removal,
  onYes,
  onClose,
}: {
  readonly removal: Removal;
  readonly onYes: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('circle');
  const what = removal.block ? 'confirmBlock' : 'confirmRemove';
  const name = removal.friend.firstName || t('nameless');
  return (
    <ConfirmDialog
      title={t(`${what}.title`, { name })}
      text={t(`${what}.text`)}
      yes={t(`${what}.yes`)}
      no={t('keep')}
      closeLabel={t('keep')}
      look={removal.block ? 'danger' : 'primary'}
      onYes={onYes}
      onNo={onClose}
    />
  );
}

interface FormerGuestProps {
  readonly guestID: string;
  readonly since: number;
  readonly onAnswered: () => void;
}

/** A guest of the user has an account now, and has added them: the user may answer. */
function FormerGuest({ guestID, since, onAnswered }: FormerGuestProps) {
  const { t, i18n } = useTranslation('circle');
  const [failure, setFailure] = useState<unknown>();
  const when = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(since);
  const answer = (add: boolean) =>
    void call(answerGuest, { body: { guestID, add: add ? 'true' : 'false' } }).then(onAnswered, setFailure);
  return (
    <section className={profile.card}>
      <p>{t('guest.text', { when })}</p>
      <FormAlert failure={failure} invalid={false} />
      <div className={styles.actions}>
        <Button look="primary" onClick={() => answer(true)}>
          {t('afterwards.add')}
        </Button>
        <Button look="quiet" onClick={() => answer(false)}>
          {t('guest.leave')}
        </Button>
      </div>
    </section>
  );
}
