import type { BlobKey } from '#ports/blobs.ts';

export const wireBlobLinker = () => ({
  link: async ({ area, organizationId, name }: BlobKey, seconds: number) =>
    `https://objects.example.com/${area}/${organizationId}/${name}?for=${seconds}`,
});
