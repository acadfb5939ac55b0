import type { AnswerOf } from '@unspoken/contract/call';
import type { ownStudio } from '@unspoken/contract/studio';

/** An experience of the facilitator's own, with its versions. */
export type OwnExperience = AnswerOf<typeof ownStudio>['experiences'][number];
