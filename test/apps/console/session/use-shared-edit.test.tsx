// @vitest-environment happy-dom
import { ApiProblem, type Client } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '#test/support/console/render-part.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { useSharedEdit, useVersion, type Version } from '@scangate/console/session/use-shared-edit.ts';

interface Names {
  first: string;
  last: string;
}

beforeEach(() => sessionStorage.clear());

const Edit = ({ current, refetch }: { current: Version<Names>; refetch: () => unknown }) => {
  const act = useApiAction('change-organization', { invalidates: [] });
  const edit = useSharedEdit<Names>({
    draft: 'names',
    current,
    refetch,
    act,
    send: ({ value, etag }) => act.run({ headers: { 'If-Match': etag }, body: value } as never),
  });
  return (
    <>
      {(['first', 'last'] as const).map((name) => (
        <input
          key={name}
          aria-label={name}
          value={edit.value[name]}
          onChange={({ target }) => edit.change({ [name]: target.value })}
        />
      ))}
      <button type="button" disabled={edit.isBusy} onClick={() => void edit.save()}>
        Save
      </button>
      <button type="button" onClick={edit.discard}>
        Discard
      </button>
      <EditConflict edit={edit} labelOf={(name) => name} textOf={(name, names) => names[name]} />
      {edit.isSaved && <p>Saved</p>}
      {act.problem !== undefined && <p>Refused</p>}
    </>
  );
};

const Form = () => {
  const { data, refetch } = useVersion('get-session');
  return data ? <Edit current={data as unknown as Version<Names>} refetch={refetch} /> : null;
};

interface Sent {
  headers: { 'If-Match': string };
  body: Names;
}

/** A service whose answers wait behind a gate while it is closed. */
const service = () => {
  const sent: Sent[] = [];
  const waiting: (() => void)[] = [];
  let [version, names, closed] = [1, { first: 'Ada', last: 'King' }, ''];
  const gate = (operation: string) =>
    operation === closed ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined;
  const answer = () => ({ status: 200, headers: new Headers({ etag: `"${version}"` }), body: names });
  const patch = (input: Sent) => {
    sent.push(input);
    if (input.headers['If-Match'] !== `"${version}"`)
      throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch', detail: 'Changed.' });
    [version, names] = [version + 1, input.body];
    return answer();
  };
  const client = {
    call: async (name: string, input: Sent) => {
      if (name === 'change-organization') {
        const patched = patch(input);
        await gate('save');
        return patched;
      }
      await gate('read');
      return answer();
    },
  } as unknown as Client;
  return {
    client,
    sent,
    now: () => names,
    waiting: () => waiting.length,
    close: (operation: 'save' | 'read') => {
      closed = operation;
    },
    open: () => {
      closed = '';
      for (const resolve of waiting.splice(0)) resolve();
    },
    changeByOther: (changes: Partial<Names>) => {
      [version, names] = [version + 1, { ...names, ...changes }];
    },
  };
};

const open = async () => {
  const given = service();
  await renderPart(<Form />, { client: given.client });
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await screen.findByRole('textbox', { name: 'first' });
  const type = async (name: string, text: string) => {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), text);
  };
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  return { ...given, field, type, save };
};

test.each(['save', 'read'] as const)(
  'text typed during the %s stays, and is saved on top of what was sent',
  async (step) => {
    const { close, waiting, open: goOn, type, field, save, sent, now } = await open();
    await type('first', 'Grace');
    close(step);
    await userEvent.click(save());
    await waitFor(() => expect(waiting()).toBe(1));
    await type('last', 'Hopper');
    goOn();
    await waitFor(() => expect(save().disabled).toBe(false));
    expect([field('first').value, field('last').value]).toEqual(['Grace', 'Hopper']);
    expect(screen.queryByText('Saved')).toBeNull();
    await userEvent.click(save());
    await screen.findByText('Saved');
    expect(sent.map(({ headers }) => headers['If-Match'])).toEqual(['"1"', '"2"']);
    expect(now()).toEqual({ first: 'Grace', last: 'Hopper' });
  },
);

test('a second click before the reload has ended sends nothing, and the form never goes back', async () => {
  const { close, waiting, open: goOn, type, field, save, sent } = await open();
  await type('first', 'Grace');
  close('read');
  await userEvent.dblClick(save());
  await waitFor(() => expect(waiting()).toBe(1));
  await userEvent.click(save());
  expect([save().disabled, field('first').value]).toEqual([true, 'Grace']);
  goOn();
  await screen.findByText('Saved');
  expect(sent).toHaveLength(1);
});

test('when another person saved the same, nothing is left to save', async () => {
  const { type, save, sent, changeByOther } = await open();
  await type('first', 'Grace');
  changeByOther({ first: 'Grace', last: 'Hopper' });
  await userEvent.click(save());
  await screen.findByText('Saved');
  expect([screen.queryByRole('table'), screen.queryByText('Refused'), sent.length]).toEqual([null, null, 1]);
  await type('first', 'Mary');
  await userEvent.click(save());
  await waitFor(() => expect(sent[1]?.headers['If-Match']).toBe('"2"'));
  expect(sent[1]?.body).toEqual({ first: 'Mary', last: 'Hopper' });
});

test('saved over theirs, the form keeps theirs where only they changed something', async () => {
  const { type, save, field, now, changeByOther } = await open();
  await type('first', 'Grace');
  changeByOther({ first: 'Mary', last: 'Hopper' });
  await userEvent.click(save());
  await userEvent.click(await screen.findByRole('button', { name: 'Overwrite with yours' }));
  await screen.findByText('Saved');
  expect(now()).toEqual({ first: 'Grace', last: 'Hopper' });
  expect([field('first').value, field('last').value]).toEqual(['Grace', 'Hopper']);
});

test('discarding an edit clears its refusal', async () => {
  const { type, save, field, changeByOther } = await open();
  await type('first', 'Grace');
  changeByOther({ first: 'Mary' });
  await userEvent.click(save());
  await screen.findByRole('table');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect([screen.queryByRole('table'), screen.queryByText('Refused')]).toEqual([null, null]);
  expect(field('first').value).toBe('Mary');
});
