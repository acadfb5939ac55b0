import { Prose, questionsUnder } from './prose.tsx';
import TextPage from './text-page.tsx';

const questions = questionsUnder('h2');

/** /howtouse: from before the minute to after it, then the questions. */
export default function HowToUsePage() {
  return (
    <TextPage name="howtouse">
      <Prose name="faq">{questions}</Prose>
    </TextPage>
  );
}
