import { hasBetaByDuty, isDuty } from '@unspoken/contract/access';
import {
  type FoundPerson,
  grantableRoles,
  grantRole,
  resetSecondFactor,
  searchBody,
  searchPeople,
} from '@unspoken/contract/administration';
import type { BodyInputOf } from '@unspoken/contract/call';
import { grantBeta } from '@unspoken/contract/studio';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import forms from '../forms/form.module.css';
import { FormAlert } from '../forms/form-alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { instantIn } from '../moderation/format.ts';
import { call } from '../platform/api.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { dotted } from '../ui/dotted.ts';
import { Field, Select } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './console.module.css';

type GrantableRole = (typeof grantableRoles)[number];

/** Searches for people, and assigns roles. */
export function People() {
  const { t } = useTranslation('console');
  const [found, setFound] = useState<readonly FoundPerson[]>();
  const [done, setDone] = useState<string>();
  const [resetting, setResetting] = useState<FoundPerson>();
  const [failure, setFailure] = useState<unknown>();
  useTitle(t('parts.people'));
  const form = useContractForm(searchBody, { words: '' }, async (body) => {
    setDone(undefined);
    setFailure(undefined);
    setFound((await call(searchPeople, { body })).people);
  });
  const granted = (person: FoundPerson, role: GrantableRole) => {
    setFailure(undefined);
    setDone(t('people.given', { name: person.name }));
    setFound((people) => people?.map((each) => (each === person ? { ...each, role } : each)));
  };
  const grantAccess = (person: FoundPerson) => {
    const hasAccess = !person.betaAccess;
    setDone(undefined);
    setFailure(undefined);
    call(grantBeta, { body: { personID: person.personID, hasAccess } }).then(() => {
      setDone(t(hasAccess ? 'people.betaGiven' : 'people.betaRevoked', { name: person.name }));
      setFound((people) =>
        people?.map((each) => (each.personID === person.personID ? { ...each, betaAccess: hasAccess } : each)),
      );
    }, setFailure);
  };
  const reset = ({ personID, name }: FoundPerson) => {
    setResetting(undefined);
    setDone(undefined);
    setFailure(undefined);
    call(resetSecondFactor, { body: { personID } }).then(() => setDone(t('people.reset', { name })), setFailure);
  };
  return (
    <>
      <h1>{t('parts.people')}</h1>
      <p>{t('people.text')}</p>
      <form className={forms.form} onSubmit={form.submit} noValidate>
        <FormAlert {...form.alert} failure={form.alert.failure ?? failure} />
        <Field label={t('people.words')} {...form.field('words')} />
        <div className={forms.buttons}>
          <Button type="submit" look="primary" busy={form.submitting}>
            {t('people.search')}
          </Button>
        </div>
      </form>
      {done !== undefined && <Notice>{done}</Notice>}
      {found?.length === 0 && (
        <p role="status" className={styles.card}>
          {t('people.none')}
        </p>
      )}
      {found && found.length > 0 && (
        <ul className={`${styles.card} ${styles.cases}`}>
          {found.map((person) => (
            <Entry
              key={person.personID}
              person={person}
              onGranted={granted}
              onReset={setResetting}
              onBeta={() => grantAccess(person)}
            />
          ))}
        </ul>
      )}
      {resetting && (
        <ConfirmDialog
          title={t('people.resetTitle', { name: resetting.name })}
          text={t('people.resetText')}
          yes={t('people.resetYes')}
          no={t('people.resetNo')}
          closeLabel={t('people.resetNo')}
          onYes={() => reset(resetting)}
          onNo={() => setResetting(undefined)}
        />
      )}
    </>
  );
}

interface EntryProps {
  readonly person: FoundPerson;
  readonly onGranted: (person: FoundPerson, role: GrantableRole) => void;
  readonly onReset: (person: FoundPerson) => void;
  /** Gives the person access to the beta, or revokes it. */
  readonly onBeta: () => void;
}

interface Values {
  readonly role: GrantableRole | '';
  readonly personID: string;
}

function Entry({ person, onGranted, onReset, onBeta }: EntryProps) {
  const { t, i18n } = useTranslation('console');
  const { t: words } = useTranslation('standing');
  const { user } = useSession();
  const { name, email, role, memberSince, verified, conduct, personID } = person;
  const isColleague = isDuty(role) && personID !== user?.userId;
  const form = useContractForm<Values>(
    grantRole.body,
    { role: '', personID },
    async (body) => {
      await call(grantRole, { body: body as BodyInputOf<typeof grantRole> });
      form.reset();
      onGranted(person, body.role as GrantableRole);
    },
    { focusFirst: false },
  );
  return (
    <li className={styles.found}>
      <span className={styles.about}>
        {name}
        <span className={styles.note}>
          {dotted(
            email,
            t('case.memberSince', { when: instantIn(i18n.language, memberSince) }),
            t(`people.roles.${role}`),
            verified ? '' : t('people.unverified'),
            conduct === 'good' ? '' : words(`standing.kinds.${conduct}`),
          )}
        </span>
        <BetaAccess person={person} onChange={onBeta} />
      </span>
      <form className={styles.role} onSubmit={form.submit} noValidate>
        {form.alert.failure !== undefined && <FormAlert {...form.alert} />}
        <Select label={t('people.role', { name })} {...form.field('role')}>
          <option value="">{t('decide.choose')}</option>
          {grantableRoles
            .filter((each) => each !== role)
            .map((each) => (
              <option key={each} value={each}>
                {t(`people.roles.${each}`)}
              </option>
            ))}
        </Select>
        <div className={forms.buttons}>
          {/* Never disabled, so that it keeps the focus; the form ignores a second click. */}
          <Button type="submit">{t('people.give')}</Button>
          {isColleague && <Button onClick={() => onReset(person)}>{t('people.resetFactor')}</Button>}
        </div>
      </form>
    </li>
  );
}

/** Whether the person sees experiences that are in beta. Facilitators and administrators do so by their role, and guests never. */
function BetaAccess({
  person: { name, role, betaAccess },
  onChange,
}: {
  readonly person: FoundPerson;
  readonly onChange: () => void;
}) {
  const { t } = useTranslation('console');
  if (role === 'guest' || role === 'experienceGuest') return null;
  if (hasBetaByDuty(role)) return <span className={styles.note}>{t('people.betaByRole')}</span>;
  const label = t(betaAccess ? 'people.revokeBeta' : 'people.giveBeta');
  return (
    <span className={styles.beta}>
      <span className={styles.note}>{t(betaAccess ? 'people.hasBeta' : 'people.hasNoBeta')}</span>
      {/* Never disabled, so that it keeps the focus. */}
      <Button aria-label={`${label}: ${name}`} onClick={onChange}>
        {label}
      </Button>
    </span>
  );
}
