import type { Gathering } from '@unspoken/contract/gatherings';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../ui/link-button.tsx';
import { surveyOf } from './space-text.ts';

/** The survey that the host has set, or ours, with no answer preselected. */
export function SurveyLink({ gathering: { gatheringID, surveyUrl } }: { readonly gathering: Gathering }) {
  const { t } = useTranslation('gatherings');
  const { t: common } = useTranslation();
  const to = surveyOf(surveyUrl) ?? `/survey/${gatheringID}`;
  const isOutside = !to.startsWith('/');
  return (
    <LinkButton to={to} {...(isOutside && { target: '_blank', rel: 'noopener noreferrer' })}>
      {t('ended.survey')}
      {isOutside && <span className="visually-hidden"> {common('newTab')}</span>}
    </LinkButton>
  );
}
