import { docsFiles, readDocsFile } from '#runtime/docs/redoc-files.ts';
import { compressedDocument } from '#runtime/http/compressed-document.ts';
import { servePublic } from '#runtime/serve-public.ts';
import { endpoint } from './endpoint.ts';

type Answer = ReturnType<typeof compressedDocument>;

const answers = new Map<keyof typeof docsFiles, Answer>();

/** A file is read and compressed once, when it is first requested. */
const answerOf = (file: keyof typeof docsFiles): Answer => {
  const type = file.endsWith('.js') ? 'text/javascript' : 'text/plain';
  const answer =
    answers.get(file) ??
    compressedDocument({ text: readDocsFile(file), contentType: `${type}; charset=utf-8` });
  answers.set(file, answer);
  return answer;
};

export const handler = servePublic(endpoint, {}, async ({ params: { file }, headers }) =>
  answerOf(file)(headers),
);
