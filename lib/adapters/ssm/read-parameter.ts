import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

/** Reads an encrypted parameter; undefined when it does not exist. */
export const readParameter = async (client: SSMClient, name: string): Promise<string | undefined> => {
  try {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
    return Parameter?.Value;
  } catch (error) {
    if (error instanceof Error && error.name === 'ParameterNotFound') return undefined;
    throw error;
  }
};
