import { type Person, password } from '../person.ts';
import type { Walker } from './walker.ts';

const readAll = 'KP_Add';
const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** From the front page to the lobby of a new member. */
export async function joining(walker: Walker): Promise<void> {
  const { person: ann, desktop } = walker;
  const { page } = ann;
  await walker.step('The front page', () => pause(1_000), { never: /You press Connect/, isReading: true });
  await walker.step('Tab', () => walker.press('Tab'), { says: ['Skip to the content'] });
  await walker.step('Connect opens the form', () => walker.use(/^Connect$/), { says: ['Create your account', 'Name entry'] });
  await walker.step(
    'Name, address and password',
    async () => {
      for (const value of [ann.name, ann.email, password]) {
        await desktop.type(value);
        await walker.press('Tab');
        await pause(400);
      }
    },
    { says: ['Email', 'Password'], isReading: true },
  );
  await walker.step(
    'The two boxes',
    async () => {
      await walker.use(/18 or over/, { key: 'space' });
      await walker.use(/accept the terms/, { key: 'space' });
    },
    { says: ['I am 18 or over', 'checked'] },
  );
  await walker.step(
    'Create account',
    async () => {
      await walker.use(/Create account/);
      await page.getByRole('heading', { name: 'Please check your email' }).waitFor();
    },
    { says: ['Please check your email'] },
  );
  await walker.step(
    'The link of the mail',
    async () => {
      await page.goto(await ann.mailed('confirmemail'));
      await ann.is('present');
    },
    { says: ['Ready to meet somebody?', 'Your email address is confirmed.'], quiet: 2_500 },
  );
  await walker.step('Shorter first meetings', () => walker.use(/begin shorter/), { says: ['Would you rather begin shorter?'] });
  await walker.step('The lengths', () => walker.tabTo(/The minute/), { says: ['The minute'] });
}

/** From Connect to Start, with all choices of the screen before it. */
export async function preparing(walker: Walker, ben: Person): Promise<void> {
  const { person: ann } = walker;
  const connect = async () => {
    await walker.use(/^Connect$/, { by: 'shift+Tab' });
    await ann.is('firstTimeGuidance');
  };
  await walker.step('Connect', connect, { says: ['Before your first minute'], quiet: 3_500 });
  await walker.step('Read the guidance', () => walker.press(readAll), { isReading: true });
  const accept = async () => {
    await walker.use(/^I understand, continue$/);
    await ann.is('waiting');
  };
  await walker.step('I understand, continue', accept, { says: ['Finding someone'], never: /\d:\d\d/, quiet: 5_000 });
  await walker.step('Read the waiting room', () => walker.press(readAll), { says: [/Waiting for \d/], isReading: true });
  const someoneReads = async () => {
    await ben.press('Connect');
    await ben.is('firstTimeGuidance');
  };
  await walker.step('Somebody else reads the guidance', someoneReads, { says: ['Somebody is getting ready'], quiet: 4_000 });
  const paired = async () => {
    await ben.press('I understand, continue');
    await ann.is('enteringRoom');
  };
  await walker.step('Paired', paired, { says: ['Somebody is there'], never: /in \d seconds/, quiet: 3_500 });
  await walker.step('The camera opens', () => ann.is('preparing', 30_000), {
    says: ['This is how you look. Press Start when you are ready.'],
    never: /What is around you/,
    quiet: 4_000,
  });
  await walker.step('Read the screen', () => walker.press(readAll), {
    says: ['Show only head and shoulders', 'Camera:'],
    isReading: true,
  });
  await walker.step('The portrait window off', () => walker.use(/^Show only head/, { key: 'space' }), {
    says: ['not checked', 'The other sees all of your picture'],
  });
  await walker.step('and on', () => walker.press('space'), { says: ['What is around you stays here'] });
  await walker.step('More choices', () => walker.use(/^More choices/), { says: ['More choices', 'expanded'] });
  for (const choice of ['Begin softly', 'Hide my own picture', 'Hear and feel the minute'])
    await walker.step(choice, () => walker.use(new RegExp(`^${choice}`), { key: 'space' }), { says: [choice, 'checked'] });
  await walker.step('Help with the picture comes by itself', () => pause(3_000), { quiet: 2_000 });
  for (const choice of ['Say that it is my first minute', 'Say that I cannot see', 'Help to find out whether it helps'])
    await walker.step(choice, () => walker.use(new RegExp(`^${choice}`), { key: 'space' }), { says: [choice, 'checked'] });
  await walker.step('How I feel', () => walker.use(/^good$/), { says: ['How do you feel at this moment?', 'pressed'] });
  await walker.step('The other presses Start', () => ben.start(), { says: ['The other person is ready'], quiet: 4_000 });
}

/** From Start to the circle: the minute with its veil, thanks, and meeting again. */
export async function meeting(walker: Walker, ben: Person): Promise<void> {
  const { person: ann } = walker;
  await walker.step('Back to Start', () => walker.tabTo(/^Start$/, 'shift+Tab'), {
    says: ['Start push button'],
    isReading: true,
  });
  await walker.step('Start', () => walker.press('Return'), {
    says: ['You are both ready. Look into the lens.'],
    quiet: 1_000,
  });
  await walker.step('The minute begins', () => ann.is('connected'), {
    says: ['Your minute together', 'You see each other a little blurred.'],
    never: /percent/,
    quiet: 6_000,
  });
  await walker.step(
    'What the keys are',
    async () => {
      for (let i = 0; i < 4; i++) {
        await walker.press('Tab');
        await pause(700);
      }
    },
    { says: ['Esc', 'space bar'] },
  );
  await walker.step('The veil', () => walker.press('Return'), { says: ['The veil is down'] });
  await walker.step('Lift', () => walker.use(/^Lift$/), { says: ['You have pressed Lift. The other person has not yet.'] });
  await walker.step('The other lifts', () => ben.press('Lift'), { says: ['Your minute together'], quiet: 2_500 });
  await walker.step('The other wishes to see clearly', () => ben.press('See clearly'), {
    says: ['The other person would like to see clearly.'],
  });
  await walker.step('See clearly', () => walker.use(/^See clearly$/));
  await walker.step('The end', () => ann.is('digesting', 150_000), {
    never: /percent|\d+ seconds/,
    says: ['Thank you', 'That was your minute'],
    quiet: 2_500,
  });
  await walker.step('Read the screen', () => walker.press(readAll), { isReading: true });
  await walker.step('The other says thank you', () => ben.press('Say thank you'), { says: ['You were thanked.'], quiet: 2_500 });
  await walker.step('How I feel now', () => walker.use(/^very good$/), { says: ['And how do you feel now?'] });
  await walker.step('Say thank you', () => walker.use(/^Say thank you$/, { by: 'shift+Tab' }), {
    says: ['Would you like to meet them again?', 'Your thanks are on their way.'],
    quiet: 2_500,
  });
  await walker.step('Add to my circle', () => walker.use(/circle/i), { quiet: 2_500 });
  await walker.step('The other adds, too', () => ben.press(ben.text('circle:afterwards.add')), { says: ['Ben'], quiet: 2_500 });
  await walker.step(
    'Move on',
    async () => {
      await walker.use(/^Move on$/);
      await ann.is('present');
    },
    { says: ['Ready to meet somebody?'], quiet: 2_500 },
  );
  await ben.moveOn();
}

/** A second encounter, which the other veils and then ends. */
export async function otherEnds(walker: Walker, ben: Person): Promise<void> {
  const { person: ann } = walker;
  await ben.connect();
  await walker.step(
    'Connect again',
    async () => {
      await walker.use(/^Connect$/);
      await ann.is('enteringRoom', 20_000);
    },
    { quiet: 3_000 },
  );
  await walker.step('The camera again', () => ann.is('preparing', 30_000), { says: ['This is how you look.'], quiet: 3_000 });
  await ben.start();
  await walker.step(
    'Start',
    async () => {
      await walker.use(/^Start$/);
      await ann.is('connected', 20_000);
    },
    { says: ['Your minute together'], quiet: 3_000 },
  );
  await walker.step('The space bar drops the veil', () => walker.press('space'), { says: ['The veil is down'] });
  const bothLift = async () => {
    await walker.use(/^Lift$/);
    await ben.press('Lift');
  };
  await walker.step('Both lift', bothLift, { says: ['Your minute together'] });
  await walker.step('The other lowers the veil', () => ben.press('Veil'), { says: ['A moment, please'], quiet: 2_500 });
  await walker.step('Report', () => walker.use(/^Report$/), { says: ['Report this person', 'Seems under 18'], quiet: 2_000 });
  await walker.step('Escape', () => walker.press('Escape'), { says: ['main content Report push button.'] });
  await walker.step('The other ends', () => ben.press('End connection'), { says: ['They ended it.'], quiet: 2_500 });
  await walker.step(
    'Not now',
    async () => {
      await walker.use(/^Not now$/);
      await ann.is('present');
    },
    { says: ['Ready to meet somebody?'], quiet: 2_500 },
  );
}

/** The circle and the account. */
export async function leaving(walker: Walker): Promise<void> {
  await walker.step('My circle', () => walker.use(/^My circle$/), { says: ['My circle'], quiet: 2_500 });
  await walker.step('Read the circle', () => walker.press(readAll), { isReading: true });
}
