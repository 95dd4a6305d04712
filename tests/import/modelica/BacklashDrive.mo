package Drives
  partial model Shaft "Two shafts with a play between them"
    parameter Modelica.Units.SI.Inertia J1 = 0.01 "Inertia of the driving shaft";
    parameter Modelica.Units.SI.Inertia J2 = 4*J1 "Inertia of the driven shaft";
    parameter Modelica.Units.SI.Angle play = 0.05 "Total play";
    Modelica.Mechanics.Rotational.Components.Inertia driving(J = J1);
    Modelica.Mechanics.Rotational.Components.Inertia driven(J = J2);
    Modelica.Mechanics.Rotational.Components.ElastoBacklash mesh(c = 200, d = 0.2, b = play);
  equation
    connect(driving.flange_b, mesh.flange_a);
    connect(mesh.flange_b, driven.flange_a);
  end Shaft;

  model Load "A wheel in a bearing with dry friction"
    parameter Real mu = 0.2 "Friction of the bearing";
    Modelica.Mechanics.Rotational.Interfaces.Flange_a flange;
    Modelica.Mechanics.Rotational.Components.Damper air(d = 0.002);
    Modelica.Mechanics.Rotational.Components.BearingFriction bearing(tau_pos = [0, mu]);
    Modelica.Mechanics.Rotational.Components.Fixed housing;
  equation
    connect(flange, bearing.flange_a);
    connect(bearing.flange_b, air.flange_a);
    connect(air.flange_b, housing.flange);
  end Load;

  model BacklashDrive "A speed controller and a drive with play"
    extends Shaft(J1 = 0.02, driving(phi(fixed = true), w(fixed = true)), driven(phi(fixed = true), w(fixed = true)));
    Load load(mu = 0.15);
    Modelica.Mechanics.Rotational.Sources.Torque motor;
    Modelica.Mechanics.Rotational.Sensors.SpeedSensor speed;
    Modelica.Blocks.Sources.Sine wish(amplitude = 8, f = 0.8);
    Modelica.Blocks.Math.Feedback error;
    Modelica.Blocks.Math.Gain gain(k = 0.4);
    Modelica.Blocks.Nonlinear.Limiter limit(uMax = 2);
  equation
    connect(wish.y, error.u1);
    connect(speed.w, error.u2);
    connect(error.y, gain.u);
    connect(gain.y, limit.u);
    connect(limit.y, motor.tau);
    connect(motor.flange, driving.flange_a);
    connect(speed.flange, driving.flange_a);
    connect(driven.flange_b, load.flange);
    annotation(experiment(StopTime = 3));
  end BacklashDrive;
end Drives;
