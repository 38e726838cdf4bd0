import { useEffect, useState } from 'preact/hooks';

/** A colour of the style sheet as it is at the moment: canvases know no variables. */
export function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Another number whenever the page changes between dark and light. */
export function useColours(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const changed = () => setCount((times) => times + 1);
    const device = matchMedia('(prefers-color-scheme: dark)');
    const choice = new MutationObserver(changed);
    device.addEventListener('change', changed);
    choice.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      device.removeEventListener('change', changed);
      choice.disconnect();
    };
  }, []);
  return count;
}
