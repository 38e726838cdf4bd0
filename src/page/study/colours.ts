import { useEffect, useState } from 'preact/hooks';

/** The current value of a colour of the style sheet, because a canvas cannot use custom properties. */
export function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** A number that changes whenever the page switches between dark and light. */
export function useColours(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const onChange = () => setCount((previous) => previous + 1);
    const device = matchMedia('(prefers-color-scheme: dark)');
    const themeObserver = new MutationObserver(onChange);
    device.addEventListener('change', onChange);
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      device.removeEventListener('change', onChange);
      themeObserver.disconnect();
    };
  }, []);
  return count;
}
