/** The rows of the brand that ship as sample content. `brand/brand.json` lists those that are still as shipped. */
export const sampleRows = ['film', 'press', 'partners', 'team', 'testimonial', 'social'] as const;

export type SampleRow = (typeof sampleRows)[number];
