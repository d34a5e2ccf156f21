/** A list price of AWS in us-east-1, without free tiers and discounts. */
export interface ListPrice {
  /** Dollars for one. */
  dollars: number;
  one: string;
  source: string;
  /** When the page said so. */
  month: string;
}

const price = (dollars: number, one: string, page: string, month = '2025-06'): ListPrice => ({
  dollars,
  one,
  source: `https://aws.amazon.com/${page}/pricing/`,
  month,
});

/** Every price that a bench counts with. */
export const listPrices = {
  lambdaGbSecond: price(13.3334e-6, 'GB-second of Lambda on Arm', 'lambda'),
  lambdaRequest: price(0.2e-6, 'invocation of Lambda', 'lambda'),
  transition: price(25e-6, 'transition of a standard workflow', 'step-functions'),
  expressRequest: price(1e-6, 'execution of an express workflow', 'step-functions'),
  expressGbSecond: price(16.67e-6, 'GB-second of an express workflow', 'step-functions'),
  readUnit: price(0.125e-6, 'read unit of DynamoDB on demand', 'dynamodb'),
  writeUnit: price(0.625e-6, 'write unit of DynamoDB on demand', 'dynamodb'),
  apiRequest: price(3.5e-6, 'request to a REST API', 'api-gateway'),
  wafRequest: price(0.6e-6, 'request that a web ACL looks at', 'waf'),
  s3Read: price(0.4e-6, 'GET of S3 Standard', 's3'),
  s3Write: price(5e-6, 'PUT, COPY, POST or LIST of S3 Standard', 's3'),
  signature: price(15e-6, 'signature of KMS with an elliptic curve', 'kms'),
  kmsRequest: price(3e-6, 'request to KMS with a symmetric key', 'kms'),
  logByte: price(0.5 / 1024 ** 3, 'byte of CloudWatch Logs', 'cloudwatch'),
} as const satisfies Record<string, ListPrice>;

export type PriceName = keyof typeof listPrices;

/** Returns what so many of it cost, in dollars. */
export const dollarsOf = (name: PriceName, count: number): number => count * listPrices[name].dollars;
