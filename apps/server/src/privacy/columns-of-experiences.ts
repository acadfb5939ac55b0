import type { TableClasses } from './column-classes.ts';

/** The tables of the catalogue and its facilitators. */
export const experienceTables: Readonly<Record<string, TableClasses>> = {
  category: { goes: 'never: it identifies nobody', columns: { id: 'public', position: 'public' } },
  category_text: {
    goes: 'never: it identifies nobody',
    columns: { category_id: 'public', language: 'public', name: 'public', description: 'public' },
  },
  facilitator: {
    goes: 'with the account: an empty row is left, to which retired experiences belong',
    columns: {
      id: 'internal',
      account_id: 'internal',
      slug: ['public', 'facilitator.slug'],
      name: ['public', 'facilitator.name'],
      title: ['public', 'facilitator.title'],
      pronouns: ['public', 'facilitator.pronouns'],
      bio: ['public', 'facilitator.bio'],
      image: ['public', 'facilitator.image'],
      outbound_link: ['public', 'facilitator.outboundLink'],
      published: ['public', 'facilitator.published'],
    },
  },
  experience: {
    goes: 'never: it is retired when the account of its facilitator is deleted, without its draft',
    columns: {
      type: ['public', 'facilitator.experiences[].type'],
      facilitator_id: 'internal',
      category_id: 'public',
      draft: ['personal', 'facilitator.experiences[].draft'],
      draft_revision: 'internal',
      review_state: 'internal',
      beta_version: 'internal',
      production_version: 'internal',
      retired_at: 'internal',
      created_at: ['personal', 'facilitator.experiences[].createdAt'],
    },
  },
  experience_version: {
    goes: 'never: rooms and reviews refer to it',
    columns: {
      id: 'internal',
      type: 'public',
      number: ['personal', 'facilitator.experiences[].versions[].number'],
      script: ['public', 'facilitator.experiences[].versions[].script'],
      submitted_at: ['personal', 'facilitator.experiences[].versions[].submittedAt'],
      reviewed_at: ['personal', 'facilitator.experiences[].versions[].reviewedAt'],
      reviewed_by: 'internal',
      decision: ['personal', 'facilitator.experiences[].versions[].decision'],
      reason: ['personal', 'facilitator.experiences[].versions[].reason'],
    },
  },
  media: {
    goes: 'never so far: it is a sample, or was imported by the operator',
    columns: {
      id: 'public',
      owner_id: 'internal',
      kind: 'public',
      state: 'internal',
      sha256: 'internal',
      size: 'public',
      format: 'public',
      width: 'public',
      height: 'public',
      duration_ms: 'public',
      loudness: 'public',
      created_at: 'internal',
    },
  },
};
