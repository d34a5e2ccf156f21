const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id of the service, so that it may be asked for. */
export const isId = (text: string): boolean => uuid.test(text);
