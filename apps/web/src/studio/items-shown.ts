import type { EditorDocument, Item } from './document.ts';

type Items = EditorDocument['items'];

/** Whether two states of an item differ in nothing but the time. */
const isOnlyMoved = (before: Item, after: Item): boolean =>
  (Object.keys(before) as (keyof Item)[]).every((key) => key === 'time' || before[key] === after[key]);

/**
 * The lines of the table while a change of many times is being drawn: what is typed, added, removed, or moved by hand is as it is now. Times
 * that have changed otherwise are as they were drawn last, and so is the order. `moved`: the item that is moved by hand.
 */
export function itemsShown(items: Items, drawn: Items, moved: string | undefined): Items {
  if (items === drawn || items.length !== drawn.length) return items;
  const now = new Map(items.map((item) => [item.id, item]));
  if (!drawn.every(({ id }) => now.has(id))) return items;
  return drawn.map((item) => {
    const present = now.get(item.id);
    if (!present || present.time === item.time || present.id === moved) return present ?? item;
    return isOnlyMoved(item, present) ? item : { ...present, time: item.time };
  });
}
