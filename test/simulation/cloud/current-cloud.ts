/** Answers the calls of all clients of the SDK. */
export interface CallableCloud {
  send(service: string, operation: string, input: never): Promise<unknown>;
}

let cloud: CallableCloud | undefined;

/** Makes this the cloud that every client of the process talks to. */
export const installCloud = (installed: CallableCloud): void => {
  cloud = installed;
};

export const currentCloud = (): CallableCloud => {
  if (!cloud) throw new Error('there is no cloud yet');
  return cloud;
};
