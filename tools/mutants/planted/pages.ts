import type { Bug } from '../bug.ts';

const facebook = 'apps/web/src/accounts/facebook.ts';
const facebookTest = 'apps/web/src/accounts/facebook.test.ts';

/** What pages show, accept and count. */
export const pages: readonly Bug[] = [
  {
    name: 'the bar of the minute is still hidden when ten seconds are left',
    file: 'apps/web/src/encounters/minute-bar.ts',
    from: 'left > alwaysShown',
    to: 'left >= alwaysShown',
    suite: 'apps/web/src/encounters/minute-bar.test.ts',
  },
  {
    name: 'a token of Facebook is accepted after ten minutes',
    file: facebook,
    from: 'Date.now() - request.at < patience',
    to: 'Date.now() - request.at <= patience',
    suite: facebookTest,
  },
  {
    name: 'a token of Facebook is accepted with any state',
    file: facebook,
    from: 'request?.state === fragment.state &&',
    to: 'request !== undefined &&',
    suite: facebookTest,
  },
  {
    name: 'a state of Facebook is good for several answers',
    file: facebook,
    from: '    sessionStorage.removeItem(key);\n',
    to: '',
    suite: facebookTest,
  },
  {
    name: 'what administrators open is counted as opened by members',
    file: 'apps/web/src/visits/counting.ts',
    from: "user.role === 'admin' ? 'admin' : 'member'",
    to: "'member'",
    suite: 'apps/web/src/visits/counting.test.ts',
  },
  {
    name: 'a new role sees the gatherings of the one before',
    file: 'apps/web/src/gatherings/list.ts',
    from: 'if (readFor !== reader()) listed.set(nothing);',
    to: '',
    suite: 'apps/web/src/gatherings/watch.test.ts',
  },
  {
    name: 'a new role reads no gatherings',
    file: 'apps/web/src/gatherings/watch.ts',
    from: '    session.subscribe(read),\n',
    to: '',
    suite: 'apps/web/src/gatherings/watch.test.ts',
  },
  {
    name: 'a link that confirms nothing is not recorded',
    file: 'apps/server/src/accounts/registration.ts',
    from: "if (error instanceof AppError && error.code === 'invalid_confirmation_link') this.#dependencies.noteFailedConfirmation();",
    to: '',
    suite: 'apps/server/src/accounts/accounts.integration.test.ts',
    test: '[ACC-3]',
  },
  {
    name: 'numbers of people stay while there is no connection',
    file: 'apps/web/src/encounters/encounter.ts',
    from: "    if (event.type === 'socket disconnected') peopleCount.set(undefined);\n",
    to: '',
    suite: 'verification/e2e/stories/open-pages.spec.ts',
    test: '[WEB-321]',
  },
  {
    name: 'each repetition wakes a hidden tab by itself',
    file: 'apps/web/src/platform/repeat.ts',
    from: 'isHidden ? hiddenEvery - (performance.now() % hiddenEvery) : every',
    to: 'isHidden ? hiddenEvery : every',
    suite: 'apps/web/src/platform/repeat.test.ts',
  },
  {
    name: 'a repetition goes on as in a hidden tab when it is shown again',
    file: 'apps/web/src/platform/repeat.ts',
    from: "  page.addEventListener('visibilitychange', changed);\n",
    to: '',
    suite: 'apps/web/src/platform/repeat.test.ts',
  },
];
