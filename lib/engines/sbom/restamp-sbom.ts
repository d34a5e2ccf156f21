/** The statements of a document about its scan. */
export interface SbomStamp {
  commitHash: string;
  /** `urn:uuid:` and a UUID in lower case. */
  serialNumber: string;
  timestamp: Date;
}

interface StampedDocument {
  serialNumber?: string;
  metadata?: {
    timestamp?: string;
    component?: { version?: string };
    properties?: { name: string; value?: string }[];
  };
}

/**
 * Turns the document of one scan into that of another scan with the same content, as `buildSbom` would have built
 * it.
 */
export const restampSbom = (text: string, { commitHash, serialNumber, timestamp }: SbomStamp): string => {
  const document = JSON.parse(text) as StampedDocument;
  const { metadata } = document;
  document.serialNumber = serialNumber;
  if (metadata?.timestamp !== undefined) metadata.timestamp = timestamp.toISOString();
  if (metadata?.component) metadata.component.version = commitHash;
  for (const property of metadata?.properties ?? [])
    if (property.name === 'scangate:commit') property.value = commitHash;
  return JSON.stringify(document);
};
