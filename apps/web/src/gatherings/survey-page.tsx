import { answerSurvey } from '@unspoken/contract/gatherings';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { ScreenHeading } from '../encounters/parts/screen-heading.tsx';
import { FormAlert } from '../forms/form-alert.tsx';
import { CallError, call } from '../platform/api.ts';
import { useConfiguration } from '../platform/use-configuration.ts';
import { useTitle } from '../platform/use-title.ts';
import { useSession } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './pages.module.css';

const responses = ['yes', 'no'] as const;
type Response = (typeof responses)[number];

/** Why nobody can answer any more, or not this survey. */
const ending = (failure: unknown): 'survey_closed' | 'gathering_not_found' | undefined =>
  failure instanceof CallError && (failure.code === 'survey_closed' || failure.code === 'gathering_not_found')
    ? failure.code
    : undefined;

/**
 * /survey/{gathering}/{response}: the survey after a gathering. The address preselects an answer and sends none, because mail scanners
 * open links. Source: requirements/gatherings 6.
 */
export default function SurveyPage() {
  const { t } = useTranslation('gatherings');
  const { t: question } = useTranslation('groupspace');
  const { surveyNum = '', response: linked } = useParams();
  const [search] = useSearchParams();
  const { ready, user } = useSession();
  const [sent, setSent] = useState<Response>();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const token = search.get('t') ?? undefined;
  useTitle(t('survey.title'));
  const send = async (response: Response) => {
    setSending(true);
    setFailure(undefined);
    try {
      await call(answerSurvey, { body: { experiment: surveyNum, response, ...(token !== undefined && { t: token }) } });
      setSent(response);
    } catch (error) {
      setFailure(error);
    }
    setSending(false);
  };
  const linkedAnswer = linked === undefined ? undefined : linked === 'yes' ? 'yes' : 'no';
  const mayAnswer = user !== undefined || token !== undefined;
  const ended = ending(failure);
  const content = () => {
    if (ended) return <Ended code={ended} />;
    if (sent) return <Thanks response={sent} onAgain={() => setSent(undefined)} />;
    return (
      <>
        <h1>{question('ended.question')}</h1>
        <FormAlert failure={failure} invalid={false} />
        {mayAnswer ? <Answers {...{ linkedAnswer, isSending, send }} /> : <SignInFirst />}
      </>
    );
  };
  return (
    <main className={styles.alone}>
      <Mark size="medium" />
      {ready && content()}
      {ready && <LinkButton to="/">{t('survey.lobby')}</LinkButton>}
    </main>
  );
}

interface AnswersProps {
  readonly linkedAnswer: Response | undefined;
  readonly isSending: boolean;
  readonly send: (response: Response) => Promise<void>;
}

function Answers({ linkedAnswer, isSending, send }: AnswersProps) {
  const { t } = useTranslation('gatherings');
  const { t: question } = useTranslation('groupspace');
  return (
    <>
      <p className={styles.explained}>
        {linkedAnswer ? t('survey.linked', { answer: question(`ended.${linkedAnswer}`) }) : t('survey.text')}
      </p>
      <div className={styles.answers}>
        {responses.map((each) => (
          <Button
            key={each}
            large
            look={each === linkedAnswer ? 'primary' : 'plain'}
            disabled={isSending}
            onClick={() => void send(each)}
          >
            {question(`ended.${each}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

function SignInFirst() {
  const { t } = useTranslation('gatherings');
  return (
    <>
      <p className={styles.explained}>{t('survey.signIn')}</p>
      <LinkButton look="primary" to="?auth=signin">
        {t('act.signIn')}
      </LinkButton>
    </>
  );
}

function Thanks({ response, onAgain }: { readonly response: Response; readonly onAgain: () => void }) {
  const { t } = useTranslation('gatherings');
  const { supportEmail: support } = useConfiguration();
  return (
    <>
      <ScreenHeading>{t('survey.thanks')}</ScreenHeading>
      <p className={styles.explained}>{t('survey.noted')}</p>
      {response === 'yes' && <p className={styles.explained}>{t('survey.contact', { support })}</p>}
      <Button look="quiet" onClick={onAgain}>
        {t('survey.again')}
      </Button>
    </>
  );
}

function Ended({ code }: { readonly code: 'survey_closed' | 'gathering_not_found' }) {
  const { t } = useTranslation('gatherings');
  const { t: problemText } = useTranslation('errors');
  const { supportEmail: support } = useConfiguration();
  return (
    <>
      <ScreenHeading>{problemText(code)}</ScreenHeading>
      <p className={styles.explained}>{code === 'survey_closed' ? t('survey.closed', { support }) : t('survey.notYours')}</p>
    </>
  );
}
