import type { TableClasses } from './column-classes.ts';

const withGathering = 'with the account, or with the record of the gathering';

/** The tables of gatherings and of waits. */
export const gatheringTables: Readonly<Record<string, TableClasses>> = {
  gathering: {
    goes: 'after the time in the table of retention; when the account of its host is deleted, only its name and its time stay, and these if anybody has registered',
    columns: {
      id: ['public', 'hostedGatherings[].gatheringID'],
      is_regular: 'public',
      name: ['public', 'hostedGatherings[].name'],
      date: ['public', 'hostedGatherings[].date'],
      time: ['public', 'hostedGatherings[].time'],
      zone: ['public', 'hostedGatherings[].zone'],
      length_ms: ['public', 'hostedGatherings[].length'],
      starts_at: ['public', 'hostedGatherings[].startsAt'],
      ends_at: ['public', 'hostedGatherings[].endsAt'],
      group_id: 'secret',
      welcome_statement: ['public', 'hostedGatherings[].welcomeStatement'],
      survey_url: ['public', 'hostedGatherings[].surveyUrl'],
      host: 'internal',
      state: ['internal', 'hostedGatherings[].state'],
      revision: 'internal',
      pending: ['personal', 'hostedGatherings[].pending'],
      capacity: 'internal',
      listed: ['internal', 'hostedGatherings[].listed'],
      created_at: ['personal', 'hostedGatherings[].createdAt'],
      changed_at: 'internal',
      decided_by: 'internal',
      decided_at: ['personal', 'hostedGatherings[].decidedAt'],
      reason: ['personal', 'hostedGatherings[].reason'],
    },
  },
  gathering_registration: {
    goes: withGathering,
    columns: {
      gathering_id: ['personal', 'gatherings[].gatheringID'],
      account_id: 'internal',
      registered_at: ['personal', 'gatherings[].registeredAt'],
      left_at: ['personal', 'gatherings[].leftAt'],
      sequence: 'internal',
      told_revision: 'internal',
      reminded_day_at: ['personal', 'gatherings[].remindedDayAt'],
      reminded_soon_at: ['personal', 'gatherings[].remindedSoonAt'],
      surveyed_at: ['personal', 'gatherings[].surveyedAt'],
      stands_in: ['personal', 'gatherings[].standsIn'],
    },
  },
  gathering_attendance: {
    goes: withGathering,
    columns: {
      gathering_id: ['personal', 'gatherings[].gatheringID'],
      account_id: 'internal',
      came_at: ['personal', 'gatherings[].cameAt'],
    },
  },
  anchor: {
    goes: 'after the time in the table of retention; it identifies nobody',
    columns: {
      zone: 'internal',
      date: 'internal',
      expected: 'internal',
      computed_at: 'internal',
      opened_at: 'internal',
      withdrawn_at: 'internal',
    },
  },
  survey_answer: {
    goes: 'with the account, or after the time in the table of retention',
    columns: {
      survey: ['personal', 'surveyAnswers[].survey'],
      account_id: 'internal',
      yes: ['personal', 'surveyAnswers[].yes'],
      answered_at: ['personal', 'surveyAnswers[].answeredAt'],
    },
  },
  calendar_feed: {
    goes: 'with the account, or when it is revoked',
    columns: { account_id: 'internal', token_hash: 'secret', created_at: ['personal', 'calendarFeed.createdAt'] },
  },
  wait: {
    goes: 'after the time in the table of retention; it identifies nobody',
    columns: { id: 'internal', pool: 'internal', minute: 'internal', waited_ms: 'internal', outcome: 'internal' },
  },
};
