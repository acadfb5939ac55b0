import type { ExperienceCard } from '@unspoken/contract/catalogue';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

const parameter = 'experience';

/** A link that opens the details of an experience over the page, as an entry of the tab's history. */
export const linkToDetails = (type: string) => ({
  to: `?${new URLSearchParams({ [parameter]: type })}`,
  state: { isFromPage: true },
  preventScrollReset: true,
});

/** Which of these cards is open, and how to close it: a step back, unless the page was opened with it. */
export function useDetails(cards: readonly ExperienceCard[]) {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const type = search.get(parameter);
  const close = () => {
    if ((state as { isFromPage?: boolean } | null)?.isFromPage) navigate(-1);
    else navigate(pathname, { replace: true, preventScrollReset: true });
  };
  return { open: cards.find((card) => card.type === type), close };
}
