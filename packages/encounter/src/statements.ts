import type { StatementName, Statements } from '@unspoken/contract/statements';
import type { Context, Event } from './model.ts';
import { additionOf, type Wishes, type WishesPort } from './ports.ts';

/** The wishes of a user who has chosen nothing. */
export const noWishes: Wishes = {
  firstMinute: false,
  cannotSee: false,
  isSoft: false,
  hidesOwnPicture: false,
  hearsPresence: false,
  sharesChange: false,
};

/** Wishes after a change. A user who says that they hear the partner's presence does hear it: one is not wished without the other. */
export function wishesAfter(before: Wishes, change: Partial<Wishes>): Wishes {
  const after = { ...before, ...change };
  if (change.cannotSee === true) return { ...after, hearsPresence: true };
  return change.hearsPresence === false ? { ...after, cannotSee: false } : after;
}

/** Where nothing is wished. */
export const unkeptWishes: WishesPort = { offered: [], kept: () => noWishes, keep: () => {}, length: () => ({}) };

/** Whether this installation has what a wish needs, so that it can be wished and counts. */
export const isOffered = ({ ports }: Pick<Context, 'ports'>, wish: keyof Wishes): boolean =>
  ports.wishes.offered.includes(additionOf[wish]);

/** Whether the user wishes this, here. */
export const isWished = (context: Pick<Context, 'ports' | 'wishes'>, wish: keyof Wishes): boolean =>
  context.wishes[wish] && isOffered(context, wish);

type Own = Pick<Context, 'wishes' | 'isClear' | 'person' | 'ports'>;

/** Whether the user wishes that both pictures are soft, and this installation has that. */
const wishesSoft = ({ wishes, ports }: Own): boolean => wishes.isSoft && ports.additions.includes('soft');

/** What the user says to their partner; nothing of what they do not wish to say. Only new users can say that they are. */
export function ownStatements(context: Own): Statements {
  const { wishes, isClear, person } = context;
  const firstMinute = wishes.firstMinute && person.isNew;
  const { cannotSee } = wishes;
  const isWished = wishesSoft(context);
  return {
    ...((firstMinute || cannotSee) && { signs: { ...(firstMinute && { firstMinute }), ...(cannotSee && { cannotSee }) } }),
    ...((isWished || isClear) && { soft: { isWished, isClear } }),
  };
}

/** Of what the user says, that for which both pages have the addition. */
export const sharedStatements = (context: Own & Pick<Context, 'additions'>): [StatementName, object][] =>
  (Object.entries(ownStatements(context)) as [StatementName, object][]).filter(([name]) => context.additions.includes(name));

type OfBoth = Own & Pick<Context, 'heard' | 'additions' | 'startNamed'>;

/**
 * Whether both pictures are soft: either wishes it, and not both have asked to see clearly. A partner whose page has no soft pictures
 * cannot ask for anything.
 */
export function isSoft(context: OfBoth): boolean {
  const { heard, isClear, additions, startNamed } = context;
  const isWished = wishesSoft(context) || heard.soft?.isWished === true;
  // Before the start is named it is not known what the page of the partner has.
  const isAlone = startNamed && !additions.includes('soft');
  const isPartnerClear = heard.soft?.isClear === true || isAlone;
  return isWished && !(isClear && isPartnerClear);
}

/** What the partner has said, after one more message or an answer of the room. What is said shows that both pages have that addition. */
export function heardFrom(event: Event, { heard: before, additions }: Pick<Context, 'heard' | 'additions'>): Partial<Context> {
  const said =
    event.type === 'room joined'
      ? event.partner
      : event.type === 'room message arrived'
        ? { [event.message.name]: event.message.payload }
        : {};
  const names = (Object.keys(said) as StatementName[]).filter((name) => !additions.includes(name));
  return { heard: { ...before, ...said }, additions: [...additions, ...names] };
}
