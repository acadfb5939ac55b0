export { type AuthoringStore, authoringStore, type VersionOutline } from './authoring-store.ts';
export {
  type CatalogueStore,
  type Category,
  catalogueStore,
  type Experience,
  type Facilitator,
  isErased,
} from './catalogue-store.ts';
