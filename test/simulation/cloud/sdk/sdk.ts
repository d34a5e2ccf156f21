import { Readable } from 'node:stream';
import { currentCloud } from '../current-cloud.ts';

/**
 * Stands in for the packages of the AWS SDK (start/replace-modules.ts): the same names, and one way from all clients to
 * the cloud in memory. What the adapters promise is so tried with the adapters as they are.
 */
interface CloudCommand {
  service: string;
  operation: string;
  input: object;
}

const command = (service: string, operation: string) =>
  class {
    readonly service = service;
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };

class Client {
  send({ service, operation, input }: CloudCommand): Promise<unknown> {
    return currentCloud().send(service, operation, input as never);
  }
}

class SdkError extends Error {
  readonly $metadata = {};
  readonly $fault = 'client';

  constructor(given: object = {}) {
    super('refused in the simulation');
    this.name = new.target.name;
    Object.assign(this, given);
  }
}

export class DynamoDBClient extends Client {}
export class DynamoDBDocumentClient extends Client {
  static from = (client: Client): Client => client;
}
export const BatchGetCommand = command('dynamodb', 'BatchGet');
export const GetCommand = command('dynamodb', 'Get');
export const PutCommand = command('dynamodb', 'Put');
export const QueryCommand = command('dynamodb', 'Query');
export const ScanCommand = command('dynamodb', 'Scan');
export const TransactWriteCommand = command('dynamodb', 'TransactWrite');
export const UpdateCommand = command('dynamodb', 'Update');

interface Page {
  Items?: object[];
  LastEvaluatedKey?: object;
}

const pages = (Command: typeof QueryCommand) =>
  async function* ({ client }: { client: Client }, input: object): AsyncGenerator<Page> {
    let from: object | undefined;
    do {
      const page = (await client.send(
        new Command({ ...input, ...(from && { ExclusiveStartKey: from }) }),
      )) as Page;
      yield page;
      from = page.LastEvaluatedKey;
    } while (from);
  };
export const paginateQuery = pages(QueryCommand);
export const paginateScan = pages(ScanCommand);

export class ConditionalCheckFailedException extends SdkError {}
export class TransactionCanceledException extends SdkError {}
export class TransactionConflictException extends SdkError {}
export const unmarshall = <T>(item: T): T => item;

export class S3Client extends Client {}
export const DeleteObjectCommand = command('s3', 'DeleteObject');
export const GetObjectCommand = command('s3', 'GetObject');
export const ListObjectsV2Command = command('s3', 'ListObjectsV2');
export const PutObjectCommand = command('s3', 'PutObject');
export class NoSuchKey extends SdkError {}
export class PreconditionFailed extends SdkError {}

export async function* paginateListObjectsV2({ client }: { client: Client }, input: object) {
  let from: string | undefined;
  do {
    const page = (await client.send(
      new ListObjectsV2Command({ ...input, ...(from !== undefined && { ContinuationToken: from }) }),
    )) as { NextContinuationToken?: string };
    yield page;
    from = page.NextContinuationToken;
  } while (from !== undefined);
}

/** Uploads a stream whole. */
export class Upload {
  readonly #given: { client: Client; params: { Body: AsyncIterable<Uint8Array> } };

  constructor(given: { client: Client; params: { Body: AsyncIterable<Uint8Array> } }) {
    this.#given = given;
  }

  async done(): Promise<void> {
    const { client, params } = this.#given;
    const Body = Buffer.concat(await Array.fromAsync(params.Body));
    await client.send(new PutObjectCommand({ ...params, Body }));
  }
}

export const getSignedUrl = async (_client: Client, { input }: CloudCommand): Promise<string> => {
  const { Bucket, Key } = input as { Bucket: string; Key: string };
  return `https://${Bucket}.objects.example/${Key}`;
};

/** The body of an object, as the SDK answers it. */
export const bodyOf = (bytes: Uint8Array): Readable =>
  Object.assign(Readable.from([bytes], { objectMode: false }), {
    transformToByteArray: async () => Buffer.from(bytes),
  });

export class SFNClient extends Client {}
export const StartExecutionCommand = command('states', 'StartExecution');
export const StopExecutionCommand = command('states', 'StopExecution');
export class ExecutionAlreadyExists extends SdkError {}
export class ExecutionDoesNotExist extends SdkError {}

export class LambdaClient extends Client {}
export const InvokeCommand = command('lambda', 'Invoke');

export class KMSClient extends Client {}
export const DecryptCommand = command('kms', 'Decrypt');
export const EncryptCommand = command('kms', 'Encrypt');
export const GenerateMacCommand = command('kms', 'GenerateMac');
export const GetPublicKeyCommand = command('kms', 'GetPublicKey');
export const SignCommand = command('kms', 'Sign');
export const VerifyCommand = command('kms', 'Verify');
export class KMSInvalidSignatureException extends SdkError {}

export class SSMClient extends Client {}
export const GetParameterCommand = command('ssm', 'GetParameter');
export class SESClient extends Client {}
export const SendEmailCommand = command('ses', 'SendEmail');
export class STSClient extends Client {}
export const AssumeRoleCommand = command('sts', 'AssumeRole');
