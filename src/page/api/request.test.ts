import { afterEach, expect, test, vi } from 'vitest';
import { postForm } from './request.ts';

afterEach(() => void vi.unstubAllGlobals());

test('an upload that a proxy answers instead of the service is refused', async () => {
  class AnsweredByProxy {
    readonly upload = {};
    readonly status = 200;
    readonly responseText = '<html>';
    onload = () => {};
    open() {}
    send() {
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', AnsweredByProxy);
  vi.stubGlobal('localStorage', { getItem: () => null });
  await expect(postForm('/v1/render', new FormData())).rejects.toMatchObject({
    status: 200,
    code: 'client/unreadable-response',
  });
});
