import * as z from 'zod/mini';
import { nothing } from './accounts.ts';
import { defineCall } from './call.ts';
import { line } from './fields.ts';
import { position, roomID } from './rooms.ts';
import { experienceType } from './scripts.ts';

/** A subtitle; `from` and `to` count from the beginning of the file, ms. */
const cue = z.object({ from: z.number(), to: z.number(), text: z.string() });

/** What a card of the catalogue shows, in one language. Source: requirements/experiences 5.11. */
export const experienceCard = z.object({
  type: z.string(),
  name: z.string(),
  description: z.string(),
  /** ms. */
  totalDuration: z.number(),
  backgroundColor: z.string(),
  backgroundImage: z.nullable(z.string()),
  /** The name of the facilitator, and the last part of the path of their page. */
  author: z.string(),
  facilitatorSlug: z.string(),
  facilitatorTitle: z.string(),
  facilitatorImg: z.nullable(z.string()),
  videoUrl: z.nullable(z.string()),
  videoTitle: z.nullable(z.string()),
  /** What is said in a video of our own, in the language of the card; ms. */
  videoCaptions: z.array(cue),
  /** A voice leads through it. */
  guidedIcon: z.boolean(),
  /** Something is to be heard. */
  speakerIcon: z.boolean(),
  /** At least one of the two speaks. */
  microphoneIcon: z.boolean(),
  languages: z.array(z.string()),
});
export type ExperienceCard = z.output<typeof experienceCard>;

const categories = z.array(z.object({ name: z.string(), description: z.string(), experiences: z.array(experienceCard) }));

const status = z.enum(['production', 'beta'], 'invalid');

/** The language is that of the account unless it is given, and English for a visitor. */
const language = z.optional(line(35));

export const listExperiences = defineCall({
  method: 'POST',
  path: '/api/v1/experiences',
  audience: 'anyone',
  summary: 'The experiences in production, or with access to them those in beta, by category, in one language.',
  params: nothing,
  body: z.object({ experienceStatus: status, language }),
  answer: z.object({ experiencesByCategory: categories }),
  errors: ['forbidden'],
});

export const getFacilitator = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/getfacilitator',
  audience: 'anyone',
  summary: 'A facilitator and their experiences in production, by the slug of their page, or else by their name.',
  params: nothing,
  body: z.object({ name: line(200), language }),
  answer: z.object({
    name: z.string(),
    title: z.string(),
    pronouns: z.nullable(z.string()),
    bio: z.string(),
    imageUrl: z.nullable(z.string()),
    outboundLink: z.nullable(z.string()),
    experiences: z.array(experienceCard),
  }),
  errors: ['facilitator_unknown'],
});

const soundURL = z.nullable(z.string());
const soundStart = z.nullable(z.number());
const cues = z.array(cue);
const instructions = z.array(
  z.object({ time: z.number(), user1Instruction: z.nullable(z.string()), user2Instruction: z.nullable(z.string()) }),
);

/**
 * A script as one side gets it: its own instructions in its language, those of the partner are `null`. Times in ms from the
 * beginning of their phase. Source: requirements/experiences 5.1 to 5.10, 8.3.
 */
export const experienceData = z.object({
  type: z.string(),
  name: z.string(),
  /** What is lived is not published; nothing is counted. */
  isRehearsal: z.optional(z.boolean()),
  introDuration: z.number(),
  connectionDuration: z.number(),
  afterConnectionDuration: z.number(),
  introAudioStart: soundStart,
  introAudioURL: soundURL,
  introAudioCues: cues,
  introAudioDescription: z.nullable(z.string()),
  mainAudioStart: soundStart,
  mainAudioURL: soundURL,
  mainAudioCues: cues,
  mainAudioDescription: z.nullable(z.string()),
  afterConnectionAudioStart: soundStart,
  afterConnectionAudioURL: soundURL,
  afterConnectionAudioCues: cues,
  afterConnectionAudioDescription: z.nullable(z.string()),
  userAudioFromStart: z.boolean(),
  userAudioChanges: z.array(
    z.object({
      time: z.number(),
      user1Audio: z.enum(['on', 'off']),
      user2Audio: z.enum(['on', 'off']),
      /** The message to this side; empty for the interface's own. */
      message: z.string(),
    }),
  ),
  introTextInstructions: instructions,
  textInstructions: instructions,
});
export type ExperienceData = z.output<typeof experienceData>;

export const selectedExperienceData = defineCall({
  method: 'POST',
  path: '/api/v1/experiences/selectedexperiencedata',
  audience: 'member',
  opensToGuests: true,
  refusesSuspended: true,
  summary: 'The script of the experience that the caller is in, from the caller’s side. Only in a confirmed room of this type.',
  failureLog:
    'Could not get the selected experience data. This might be an internet error on your side or an error in our server.',
  params: nothing,
  body: z.object({
    type: experienceType,
    position,
    language,
    /** The room that is meant: in another tab the caller may already be in a newer one. Without it, the one the caller is in. */
    roomID: z.optional(roomID),
  }),
  answer: experienceData,
  errors: ['room_not_found', 'wrong_position', 'experience_data_failed'],
});
