export { type AuthoringStore, authoringStore, type VersionOutline } from './authoring-store.ts';
export {
  type CatalogueStore,
  type Category,
  catalogueStore,
  type Experience,
  type Facilitator,
  isErased,
  type Media,
} from './catalogue-store.ts';
export { type Gone, type MediaStore, mediaStore } from './media-store.ts';
