/** What stands beside the specified minute, in one script that is loaded where something of it is offered. */
export { FramingHelp } from './framing-help.tsx';
export { lookingTexts } from './looking-texts.ts';
export { MeetingLength } from './meeting-length.tsx';
export { PartnerSigns } from './partner-signs.tsx';
export { PresenceSound } from './presence-sound.tsx';
export { SoftPictures } from './soft-pictures.tsx';
export { VeilEdge, VeilPanel } from './veil.tsx';
export { WishesPanel } from './wishes-panel.tsx';
