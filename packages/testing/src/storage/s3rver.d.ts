/** The part of the package that is used; it has no types of its own. */
declare module 's3rver' {
  interface Options {
    readonly silent: boolean;
    readonly directory: string;
    readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[];
  }
  export default class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<void>;
    callback(): unknown;
  }
}
