// A child program for the tests of src/children, and with the argument `parent` a process that has such a child.
import { spawn } from 'node:child_process';
import { serveChild, startChild } from '../../../../src/children/index.ts';
import { Failure } from '../../../../src/failure.ts';

type Task =
  | { kind: 'echo'; value: unknown }
  | { kind: 'count'; to: number }
  | { kind: 'refuse' | 'break' | 'pid' | 'endless' | 'spawn' };

if (process.argv[2] === 'parent') {
  const child = startChild<Task, number, unknown>({ program: process.argv[1] ?? '' });
  console.log(await child.perform({ kind: 'pid' }));
} else {
  serveChild(async (task: Task, sendEvent: (event: number) => void): Promise<unknown> => {
    switch (task.kind) {
      case 'echo':
        return task.value;
      case 'count':
        for (let count = 1; count <= task.to; count++) sendEvent(count);
        return null;
      case 'pid':
        return process.pid;
      case 'refuse':
        throw new Failure('replay/unreadable');
      case 'break':
        throw new Error('a bug');
      case 'endless':
        return new Promise(() => {});
      case 'spawn':
        return spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid;
    }
  });
}
