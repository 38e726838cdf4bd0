import type { ComponentChildren } from 'preact';
import type { Action } from '../api/use-action.ts';
import { AdminError } from './texts.tsx';

interface AdminFormProps {
  /** What sending the form does. */
  readonly action: Action<[HTMLFormElement]>;
  /** The label of the button. */
  readonly submit: string;
  readonly children: ComponentChildren;
}

/** A form that adds an entry to a list of the administration. */
export function AdminForm({ action, submit, children }: AdminFormProps) {
  return (
    <>
      <form
        class="card admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(event.currentTarget);
        }}
      >
        {children}
        <button type="submit" disabled={action.isRunning}>
          {submit}
        </button>
      </form>
      <AdminError error={action.error} />
    </>
  );
}

/** The time of a field `datetime-local` as a field of the request; an empty one is left out. */
export function expiryOf(local: string): { expires_at?: string } {
  return local === '' ? {} : { expires_at: new Date(local).toISOString() };
}
