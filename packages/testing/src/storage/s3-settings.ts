export const bucket = 'files';
export const region = 'us-east-1';
/** The only account that the server knows. */
export const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
