import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';

interface QuestionDialogProps {
  readonly title: string;
  readonly text: string;
  readonly look: 'primary' | 'danger';
  readonly answer: (yes: boolean) => void;
}

/** Asks a moderator once more before a decision is sent. Closing it counts as no. */
export function QuestionDialog({ title, text, look, answer }: QuestionDialogProps) {
  const { t } = useTranslation('console');
  return (
    <ConfirmDialog
      {...{ title, text, look }}
      yes={t('confirm.yes')}
      no={t('confirm.no')}
      closeLabel={t('confirm.no')}
      onYes={() => answer(true)}
      onNo={() => answer(false)}
    />
  );
}
